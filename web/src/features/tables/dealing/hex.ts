export type Bytes = Uint8Array<ArrayBuffer>;

export const hexOf = (bytes: Bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
