import css from "./Fingerprint.module.css";

/** Hexadecimal digits in groups, to be read aloud and compared. They are copied as one word. */
export function Fingerprint({ digits }: { digits: string }) {
  return (
    <code className={css.digits}>
      {(digits.match(/.{1,8}/g) ?? []).map((group, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place
        <span key={i} className={css.group}>
          {group}
        </span>
      ))}
    </code>
  );
}
