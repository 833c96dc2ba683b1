import type { TournamentLine } from "../../contract";
import { GameGlyph } from "../../skins/pictures";
import { Link, paths } from "../../ui/router";
import { t } from "../../ui/texts/page";
import { clockText } from "../tables/clocks";
import { kindText, rowStateText } from "./facts";

/** One tournament in a list. */
export function TournamentRow({ line, title }: { line: TournamentLine; title: string }) {
  const { about } = line;
  return (
    <li className="row">
      <GameGlyph game={line.game} title={title} />
      <div className="grow">
        <p className="name">
          <bdi>{about.title}</bdi>
        </p>
        <p className="meta wraps">
          <span>{rowStateText(line)}</span>
          <span>
            {kindText(line.kind)}, {title}
            {about.rated && `, ${t("rated.yes")}`}
          </span>
          <span>
            {clockText(about.clock)}, {t("cup.entrants", { count: about.entrants ?? 0 })}
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
