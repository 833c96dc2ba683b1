import { getCached, getCachedKept } from "../../client/http";
import type { OptionInfo } from "../../contract";

/** What a game's option can be set to. */
export type Value = OptionInfo["default"];

export const listGames = () => getCachedKept("/games");
export const oneGame = (name: string) => getCachedKept("/games/{name}", { name });
export const gameTexts = (name: string) => getCachedKept("/games/{name}/texts", { name }).then(({ texts }) => texts);
export const picture = (name: string, steps: string, seats?: number, seat?: number) =>
  getCached("/games/{name}/position", { name, steps, seats, seat });
export const diagram = (name: string, diagram: string, played: readonly string[]) =>
  getCached("/games/{name}/diagrams/{diagram}", { name, diagram, played: [...played] });
/** As it stands when it is got right. */
export const solvedDiagram = (name: string, diagram: string) =>
  getCached("/games/{name}/diagrams/{diagram}", { name, diagram, solved: true });
export const whyNotInDiagram = (name: string, diagram: string, played: readonly string[], touched: readonly string[]) =>
  getCached("/games/{name}/diagrams/{diagram}/why-not", {
    name,
    diagram,
    played: [...played],
    touched: [...touched],
  }).then(({ reason }) => reason);
