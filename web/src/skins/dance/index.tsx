import type { Skin } from "../types";

const skin: Skin = {};

export default skin;
