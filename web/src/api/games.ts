import type { Plan, Scene } from "../board/types";
import type { Catalogue } from "../texts/render";
import { ask, query } from "./ask";

export type Value = boolean | number | string;

export interface OptionCard {
  name: string;
  help: string;
  default: Value;
  low: number;
  high: number;
  step: number;
  choices: Value[];
  by_seats: Record<string, Value>;
}

export interface GameCard {
  name: string;
  title: string;
  about: string;
  rules: string;
  seats: number[];
  options: OptionCard[];
  cooperative: boolean;
  hidden: boolean;
  ready: boolean;
  status: string;
}

export interface Pictured {
  plan: Plan;
  scene: Scene;
  to_act: number[];
}

export const listGames = () => ask<GameCard[]>("/games");
export const oneGame = (name: string) => ask<GameCard>(`/games/${name}`);
export const gameTexts = (name: string) =>
  ask<{ texts: Catalogue }>(`/games/${name}/texts`).then((answer) => answer.texts);
export const picture = (name: string, steps: string, seats?: number, seat?: number) =>
  ask<Pictured>(`/games/${name}/position${query({ steps, seats, seat })}`);
export const qrCode = (text: string) => `/api/v1/qr${query({ text })}`;
