/** What the house is called and looks like. The server writes it into the page, so that nothing has to be waited for. */

import { slice } from "./state";

export interface HouseLook {
  name: string;
  short: string; // for small places
  accent: string; // one of tokens.css, or ""
  emblem: string; // the picture's address, or ""
}

const PLAIN: HouseLook = { name: "Parlour", short: "Parlour", accent: "", emblem: "" };

function written(): HouseLook {
  const said = document.querySelector<HTMLMetaElement>('meta[name="parlour-house"]')?.content;
  if (!said) return PLAIN;
  const { name, short, accent, emblem }: Partial<HouseLook> = JSON.parse(said);
  return { ...PLAIN, ...(name && { name }), ...(short && { short }), accent: accent ?? "", emblem: emblem ?? "" };
}

const look = slice<HouseLook>("house", written);

export const useHouse = () => look.use();
export const houseName = () => look.get().name;

/** Whether a host has given it a name. */
export const isNamed = (house: HouseLook) => house.name !== PLAIN.name;

/** It is called or looks otherwise now. */
export function setHouse({ name, short, accent, emblem }: HouseLook): void {
  look.set({ name, short, accent, emblem });
  dress();
}

function dress(): void {
  const { accent } = look.get();
  if (accent) document.documentElement.dataset.house = accent;
  else delete document.documentElement.dataset.house;
}

export const startHouse = dress;
