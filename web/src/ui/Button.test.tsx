import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Button, ButtonLink, DownloadLink } from "./Button";

test("a button has the classes of its look, and its user's last", () => {
  expect(renderToStaticMarkup(<Button>Go</Button>)).toBe('<button type="button" class="Button-button">Go</button>');
  expect(
    renderToStaticMarkup(
      <Button look="quiet" bad big type="submit" className="Seat-leave" disabled>
        Leave
      </Button>,
    ),
  ).toBe(
    '<button type="submit" disabled="" class="Button-button Button-quiet Button-bad Button-big Seat-leave">Leave</button>',
  );
});

test("a link can look like one", () => {
  expect(
    renderToStaticMarkup(
      <ButtonLink to="/games" look="turn">
        Play
      </ButtonLink>,
    ),
  ).toBe('<a class="Button-button Button-turn" href="/games">Play</a>');
  expect(renderToStaticMarkup(<DownloadLink href="/file">Keep</DownloadLink>)).toBe(
    '<a download="" href="/file" class="Button-button">Keep</a>',
  );
});
