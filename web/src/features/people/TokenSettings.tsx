/** Tokens: keys with which programs of the player's read and play here. */

import { useState } from "react";
import { useSubmit } from "../../client/useSubmit";
import type { TokenMade } from "../../contract";
import { Acts } from "../../ui/ButtonRow";
import { ConfirmButton } from "../../ui/ConfirmButton";
import { FormPanel, HelpedField, SubmitButton, TextField } from "../../ui/Form";
import { agoText, dateText } from "../../ui/format";
import { useFetched, useNow } from "../../ui/hooks";
import { LinedItem, LinedList } from "../../ui/LinedList";
import { MoreLink } from "../../ui/MoreLink";
import { Panel } from "../../ui/Panel";
import { paths } from "../../ui/router";
import { Segments } from "../../ui/Segments";
import { ShareLink } from "../../ui/ShareLink";
import { text } from "../../ui/text";
import { isolate } from "../../ui/texts/isolate";
import { t } from "../../ui/texts/page";
import { listTokens, makeToken, revokeToken } from "./requests";

const SCOPES = ["read", "play"] as const;
type Scope = (typeof SCOPES)[number];
const JUST_MADE = 1000; // milliseconds between making and using one that was never used

export function TokenSettings() {
  const [list, , again] = useFetched(listTokens, []);
  const [label, setLabel] = useState("");
  const [scope, setScope] = useState<Scope>("play");
  const [made, setMade] = useState<TokenMade | null>(null);
  const [outcome, submit] = useSubmit();
  const now = useNow();
  const make = () =>
    submit(async () => {
      setMade(await makeToken(label.trim(), scope));
      setLabel("");
      again();
    }, t("tokens.made"));
  const end = (handle: string, name: string) =>
    submit(() => revokeToken(handle), t("tokens.ended", { name: isolate(name) })).then(() => {
      if (made?.card.handle === handle) setMade(null);
      again();
    });
  return (
    <>
      <FormPanel title={t("tokens.make")} onSubmit={make} data-tokens>
        <p className={text("small", "soft")}>{t("tokens.line")}</p>
        <TextField label={t("tokens.name")} value={label} maxLength={40} required onChange={setLabel} />
        <HelpedField help={t("tokens.may")}>
          <Segments
            name="scope"
            legend={t("tokens.may")}
            options={SCOPES.map((value) => ({
              value,
              label: t(`tokens.scope-${value}`),
              more: t(`tokens.more-${value}`),
            }))}
            value={scope}
            onChange={setScope}
          />
        </HelpedField>
        <p className={text("small", "soft")}>{t("tokens.lasts")}</p>
        <SubmitButton look="primary" disabled={!label.trim()}>
          {t("tokens.do")}
        </SubmitButton>
        {outcome}
        {made && (
          <div data-token>
            <ShareLink link={made.token} label={t("tokens.secret")} qr={false} />
          </div>
        )}
      </FormPanel>
      <Panel box title={t("tokens.yours")}>
        {list?.length === 0 && <p className={text("soft")}>{t("tokens.none")}</p>}
        <LinedList>
          {list?.map((one) => (
            <LinedItem
              key={one.handle}
              title={<bdi>{one.label}</bdi>}
              note={t("tokens.note", {
                may: one.scopes.map((each) => t(`tokens.scope-${scopeOf(each)}`)).join(", "),
                made: dateText(one.since),
                used: one.seen - one.since > JUST_MADE ? agoText(one.seen, now) : t("tokens.never"),
                until: dateText(one.until),
              })}
            >
              <ConfirmButton
                bad
                look="quiet"
                label={t("tokens.end")}
                onConfirm={() => void end(one.handle, one.label)}
              />
            </LinedItem>
          ))}
        </LinedList>
        <Acts>
          <MoreLink to={paths.bots}>{t("tokens.guide")}</MoreLink>
        </Acts>
      </Panel>
    </>
  );
}

/** Scopes that a later server knows are named as reading. */
const scopeOf = (scope: string) => (scope === "play" || scope === "calendar" ? scope : "read");
