import type { Skin } from "../types";
import "./skin.css";

const skin: Skin = {};

export default skin;
