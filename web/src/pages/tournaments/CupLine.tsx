import type { TournamentLine } from "../../api/tournaments";
import { Glyph } from "../../parts/small";
import { Link } from "../../router/router";
import { paths } from "../../router/routes";
import { t } from "../../texts/page";
import { clockWords } from "../lines";
import { kindWords, stateOfLine } from "./words";

/** One tournament in a list. */
export function CupLine({ line, title }: { line: TournamentLine; title: string }) {
  const { about } = line;
  return (
    <li className="row">
      <Glyph game={line.game} title={title} />
      <div className="grow">
        <p className="name">
          <bdi>{about.title}</bdi>
        </p>
        <p className="meta wraps">
          <span>{stateOfLine(line)}</span>
          <span>
            {kindWords(line.kind)}, {title}
            {about.rated && `, ${t("rated.yes")}`}
          </span>
          <span>
            {clockWords(about.clock)}, {t("cup.entrants", { count: about.entrants ?? 0 })}
          </span>
        </p>
      </div>
      <Link to={paths.tournament(line.tournament)} className="btn">
        {t("lines.open-it")}
        <bdi className="sr">{about.title}</bdi>
      </Link>
    </li>
  );
}
