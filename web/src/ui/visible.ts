/** Classes of what is shown on phones only, or everywhere else. `usePhone` says the same to code. */

import css from "./visible.module.css";

export const onPhone = css.phone;
export const onDesk = css.desk;
