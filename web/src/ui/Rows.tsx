/**
 * Lists of tables, tournaments and people in a panel. A row is a sign, words, and a button:
 *
 *   <Rows>
 *     <Row on={mine}>
 *       <GameGlyph … />
 *       <RowWords name={<>YINSH <RowWith>with Anna</RowWith></>}>
 *         <RowFacts><RowFact>Your turn</RowFact><RowFact when>10 minutes</RowFact></RowFacts>
 *       </RowWords>
 *       <ButtonLink … />
 *     </Row>
 *   </Rows>
 */

import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes";
import css from "./Rows.module.css";

/** `flush`: in a panel with `box`, where they begin with its other lines. */
export function Rows({ flush = false, className, ...list }: { flush?: boolean } & ComponentProps<"ul">) {
  return <ul {...list} className={classes(css.rows, flush && css.flush, className)} />;
}

/** `on`: it waits for the player. */
export function Row({ on = false, className, ...item }: { on?: boolean } & ComponentProps<"li">) {
  return <li {...item} className={classes(css.row, on && css.on, className)} />;
}

/** What the row is about, and what there is to know of it. */
export function RowWords(props: { name: ReactNode; nameClass?: string | undefined; children?: ReactNode }) {
  return (
    <div className={css.words}>
      <p className={classes(css.name, props.nameClass)}>{props.name}</p>
      {props.children}
    </div>
  );
}

/** In the name: what is said more softly. */
export function RowWith({ children }: { children: ReactNode }) {
  return <span className={css.with}>{children}</span>;
}

/** Facts in a line: `wraps` for whole sentences, with dots between them; `oneLine` if they stay together on a phone. */
export function RowFacts({
  wraps = false,
  oneLine = false,
  className,
  ...line
}: { wraps?: boolean; oneLine?: boolean } & ComponentProps<"p">) {
  return <p {...line} className={classes(css.facts, wraps && css.wraps, oneLine && css.oneLine, className)} />;
}

/** `when`: it has the ink's colour where the row waits for the player. */
export function RowFact({ when = false, className, ...fact }: { when?: boolean } & ComponentProps<"span">) {
  return <span {...fact} className={classes(css.fact, when && css.when, className)} />;
}

/** Instead of rows: that there are none. */
export function NoRows({ className, ...line }: ComponentProps<"p">) {
  return <p {...line} className={classes(css.nothing, className)} />;
}
