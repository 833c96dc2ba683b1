// The two parts of the English catalogue: tools/texts.mjs.
declare module "*.json?first" {
  const sentences: Readonly<Record<string, string>>;
  export default sentences;
}
declare module "*.json?later" {
  const sentences: Readonly<Record<string, string>>;
  export default sentences;
}
