import { useState } from "react";
import { Button } from "./Button";
import { classes } from "./classes";
import { Input } from "./Form";
import { Icon } from "./Icon";
import { queryString } from "./router";
import css from "./ShareLink.module.css";
import { t } from "./texts/page";

/** A link for somebody else: to copy, or to scan with a phone's camera. */
export function ShareLink({ link, label, qr = true }: { link: string; label: string; qr?: boolean }) {
  const [copied, setCopied] = useState(false);
  // Over plain http there is no clipboard to write to; then the link can be marked and copied by hand.
  const may = typeof navigator.clipboard?.writeText === "function";
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <div className={classes(css.share, qr && css.withQr)}>
      {qr && (
        <img
          className={css.qr}
          src={`/api/v1/qr${queryString({ text: link })}`}
          alt={t("share.qr")}
          width={128}
          height={128}
        />
      )}
      <Input className={css.link} readOnly value={link} aria-label={label} onFocus={(event) => event.target.select()} />
      {may && (
        <Button onClick={copy}>
          <Icon name="copy" />
          {copied ? t("share.copied") : t("share.copy")}
        </Button>
      )}
    </div>
  );
}
