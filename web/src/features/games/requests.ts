import { request } from "../../client/http";
import type { GameInfo, GameTexts, OptionInfo, Pictured } from "../../contract";
import { queryString } from "../../ui/router";

/** What a game's option can be set to. */
export type Value = OptionInfo["default"];

export const listGames = () => request<GameInfo[]>("/games");
export const oneGame = (name: string) => request<GameInfo>(`/games/${name}`);
export const gameTexts = (name: string) => request<GameTexts>(`/games/${name}/texts`).then((answer) => answer.texts);
export const picture = (name: string, steps: string, seats?: number, seat?: number) =>
  request<Pictured>(`/games/${name}/position${queryString({ steps, seats, seat })}`);
