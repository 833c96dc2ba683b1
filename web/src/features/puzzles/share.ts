import { percentText } from "../../ui/format";

/** How many of the players in the middle would find it: by the numbers that meetings with it have made. */
export const shareText = (rating: number) => percentText(1 / (1 + 10 ** ((rating - MIDDLE) / SCALE)));

const MIDDLE = 1500;
const SCALE = 400;
