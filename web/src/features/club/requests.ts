/** Requests about the house itself. */

import { get, newKey, post, put, remove } from "../../client/http";
import type { ClubWish, WeeklyTemplate } from "../../contract";
import { completeLine } from "../tables/requests";

export const clubNow = () => get("/club");
export const describeClub = (wish: ClubWish) => put("/moderation/club", { body: wish });
export const putEmblem = (picture: string) => put("/moderation/club/emblem", { body: { picture } });
export const removeEmblem = () => remove("/moderation/club/emblem");

/** The common room's conversation; a tournament's has its id. */
export const COMMON_ROOM = "house";
export const sayThere = (place: string, text: string) =>
  post("/talk/{place}", { place, body: { text }, key: newKey() });

export const listMembers = (after: string | null) => get("/members", { after });
export const beListed = (games: string[]) => put("/me/membership", { body: { games } });
export const beListedNoMore = () => remove("/me/membership");
export const playOf = (person: string) => get("/players/{person}/play", { person });
export const matchesOf = (person: string) =>
  get("/players/{person}/matches", { person }).then((lines) => lines.map(completeLine));

export const listWeekly = () => get("/moderation/weekly-tournaments");
export const addWeekly = (template: WeeklyTemplate) =>
  post("/moderation/weekly-tournaments", { body: template, key: newKey() });
export const changeWeekly = (weekly: string, template: WeeklyTemplate) =>
  put("/moderation/weekly-tournaments/{weekly}", { weekly, body: template });
export const removeWeekly = (weekly: string) => remove("/moderation/weekly-tournaments/{weekly}", { weekly });
