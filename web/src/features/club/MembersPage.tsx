import { useEffect, useState } from "react";
import { errorText } from "../../client/http";
import { useMe } from "../../client/session";
import type { MemberLine } from "../../contract";
import { Button, ButtonLink } from "../../ui/Button";
import { Acts } from "../../ui/ButtonRow";
import { Column, PageTitle } from "../../ui/Column";
import { RefusalText } from "../../ui/Form";
import { useTitle } from "../../ui/hooks";
import { Panel } from "../../ui/Panel";
import { NoRows, Rows } from "../../ui/Rows";
import { paths } from "../../ui/router";
import { text } from "../../ui/text";
import { t } from "../../ui/texts/page";
import { PageFrame } from "../frame/PageFrame";
import { useGames } from "../games/games";
import { MemberRow } from "./MemberRow";
import { listMembers } from "./requests";

/** Those who wish to be found. Who is here comes first: the house sees to that, since a page has not all of them. */
export function MembersPage() {
  useTitle(t("members.title"));
  const { games } = useGames();
  const me = useMe()?.person ?? null;
  const [lines, setLines] = useState<MemberLine[] | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const [listed, setListed] = useState(true);
  const [refusal, setRefusal] = useState<string | null>(null);
  const load = (after: string | null) =>
    listMembers(after).then(
      (page) => {
        setLines((before) => added(after ? (before ?? []) : [], page.members));
        setNext(page.next);
        setListed(page.mine !== null);
      },
      (error) => setRefusal(errorText(error)),
    );
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each person
  useEffect(() => void load(null), [me?.id]);
  return (
    <PageFrame>
      <Column>
        <PageTitle>{t("members.title")}</PageTitle>
        <p className={text("soft")}>{t("members.line")}</p>
        <RefusalText text={refusal} />
        <Panel>
          {lines && lines.length > 0 ? (
            <Rows>
              {lines.map((line) => (
                <MemberRow key={line.person.id} line={line} games={games} me={me?.id ?? null} />
              ))}
            </Rows>
          ) : (
            <NoRows>{t(lines ? "members.none" : "page.loading")}</NoRows>
          )}
        </Panel>
        <Acts>
          {next && <Button onClick={() => void load(next)}>{t("members.more")}</Button>}
          {lines && !listed && me?.kind === "account" && (
            <ButtonLink to={paths.profilePart("privacy")}>{t("members.join")}</ButtonLink>
          )}
        </Acts>
      </Column>
    </PageFrame>
  );
}

/** Whoever was here stands at the top already. */
function added(before: MemberLine[], more: MemberLine[]): MemberLine[] {
  const known = new Set(before.map((line) => line.person.id));
  return [...before, ...more.filter((line) => !known.has(line.person.id))];
}
