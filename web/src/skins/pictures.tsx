/** The pictures that a skin's folder brings for its game; a game without them has its first letter. */

import { linkTo } from "../client/http";
import { classes } from "../ui/classes";
import { slice } from "../ui/state";
import css from "./pictures.module.css";

const emblems = import.meta.glob<string>("./*/emblem.svg", { eager: true, query: "?url", import: "default" });
const glyphs = import.meta.glob<string>("./*/glyph.svg", { eager: true, query: "?url", import: "default" });
const wides = import.meta.glob<string>("./*/wide.svg", { eager: true, query: "?url", import: "default" });
import.meta.glob("./*/face.css", { eager: true });

/** Games that bring a picture of their own: for those without a skin. */
export const withEmblem = slice<readonly string[]>("games with an emblem", []);

const firstLetter = (title: string) => title.replace(/^The /, "").charAt(0);

interface PictureProps {
  game: string;
  title: string;
  className?: string | undefined;
}

/** A game's small sign on its accent. */
export function GameGlyph({ game, title, small = false, className }: PictureProps & { small?: boolean }) {
  const sign = glyphs[`./${game}/glyph.svg`];
  return (
    <span className={classes(css.glyph, small && css.small, className)} data-game={game} aria-hidden="true">
      {sign ? <i className={css.sign} style={{ maskImage: `url("${sign}")` }} /> : firstLetter(title)}
    </span>
  );
}

/** The picture on a game's card. */
export function GameEmblem({ game, title, className }: PictureProps) {
  const own = withEmblem.use().includes(game) ? linkTo("/games/{name}/emblem", { name: game }) : undefined;
  const picture = emblems[`./${game}/emblem.svg`] ?? own;
  return picture ? (
    <img className={classes(css.emblem, className)} src={picture} alt="" width={240} height={168} />
  ) : (
    <span className={classes(css.emblem, css.letter, className)} aria-hidden="true">
      {firstLetter(title)}
    </span>
  );
}

/** At the head of a game's page: its wide picture, or the one on its card. */
export function GameBanner({ game, title }: PictureProps) {
  const wide = wides[`./${game}/wide.svg`];
  const brought = withEmblem.use().includes(game);
  if (wide) return <img className={css.banner} src={wide} alt="" width={720} height={300} />;
  const letter = !(`./${game}/emblem.svg` in emblems) && !brought;
  return <GameEmblem game={game} title={title} className={letter ? css.bannerLetter : undefined} />;
}
