// Draws the API's description. Everything is set as text, so nothing in it can become markup.
"use strict";

function make(tag, text, ...children) {
  const element = document.createElement(tag);
  if (text) element.textContent = text;
  element.append(...children);
  return element;
}

// What stands between backticks is code.
function words(text = "") {
  return text.split("`").map((part, index) => (index % 2 ? make("code", part) : part));
}

function rows(pairs) {
  const line = ([name, about]) => make("tr", "", make("td", "", make("code", name)), make("td", "", ...words(about)));
  return make("table", "", ...pairs.map(line));
}

function nameOf(schema = {}) {
  if (schema.$ref) return schema.$ref.split("/").pop();
  const kinds = schema.oneOf || schema.anyOf;
  if (kinds) return kinds.map(nameOf).join(" or ");
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(" or ");
  return schema.type === "array" ? `list of ${nameOf(schema.items)}` : String(schema.type || "anything");
}

function body(title, content) {
  const [kind, what] = Object.entries(content || {})[0] || [];
  if (!kind) return [];
  const parts = [make("p", `${title}: ${nameOf(what.schema)} (${kind})`)];
  if (what.example !== undefined) parts.push(make("pre", JSON.stringify(what.example, null, 2)));
  return parts;
}

function operation(path, method, told) {
  const verb = make("span", method);
  verb.className = "method";
  const title = make("summary", "", verb, make("code", path), ` ${told.summary || ""}`);
  const parts = [make("p", "", ...words(told.description))];
  const parameters = told.parameters || [];
  if (parameters.length) parts.push(rows(parameters.map((p) => [`${p.name} (${p.in})`, p.description || ""])));
  parts.push(...body("Send", told.requestBody && told.requestBody.content));
  for (const [status, answer] of Object.entries(told.responses)) {
    if (status.startsWith("2")) parts.push(...body(`Answer ${status}`, answer.content));
  }
  parts.push(rows(Object.entries(told.responses).map(([status, answer]) => [status, answer.description])));
  return make("details", "", title, ...parts);
}

async function draw() {
  const main = document.querySelector("main");
  const description = await (await fetch("/api/v1/schema/openapi.json")).json();
  const byTag = new Map();
  for (const [path, item] of Object.entries(description.paths)) {
    for (const [method, told] of Object.entries(item)) {
      const tag = (told.tags || ["other"])[0];
      byTag.set(tag, [...(byTag.get(tag) || []), operation(path, method, told)]);
    }
  }
  main.replaceChildren(make("h1", `${description.info.title} ${description.info.version}: the API`));
  for (const part of description.info.description.split("\n\n")) main.append(make("p", "", ...words(part)));
  const link = make("a", "The whole description as a document");
  link.href = "/api/v1/schema/openapi.json";
  main.append(make("p", "", link));
  for (const [tag, all] of byTag) main.append(make("section", "", make("h2", tag), ...all));
  const shapes = Object.entries(description.components.schemas).map(([name, schema]) =>
    make("details", "", make("summary", name), make("p", schema.description), make("pre", JSON.stringify(schema, null, 2))),
  );
  main.append(make("section", "", make("h2", "shapes"), ...shapes));
}

draw();
