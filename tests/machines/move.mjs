// Makes bots' moves with the page's own code: node move.mjs move.mjs search.mjs job.json. The first two are
// web/src/engine/move.ts and search.ts, each in one file. Prints the moves, and how many simulations each took.
import { readFileSync } from "node:fs"
import { pathToFileURL } from "node:url"

const [moveFile, searchFile, jobFile] = process.argv.slice(2)
const { moving } = await import(pathToFileURL(moveFile).href)
const { Search } = await import(pathToFileURL(searchFile).href)
const bytes = (text) => Uint8Array.from(Buffer.from(text, "base64"))

const job = JSON.parse(readFileSync(jobFile, "utf-8"))
const module = new WebAssembly.Module(readFileSync(job.module))
const facts = JSON.parse(readFileSync(`${job.module}.json`, "utf-8"))
const search = new Search(module, facts, job.seats, job.room, job.sizes)
const data = { lore: bytes(job.lore) }
for (const [name, part] of Object.entries(job.net ?? {})) data[name] = bytes(part)
const found = job.moves.map(({ start, effort }) => {
  const cutoff = job.cutoff === undefined ? {} : { cutoff: job.cutoff }
  const going = moving(search, { ...start, ...cutoff, seats: job.seats, state: bytes(start.state), data }, effort)
  for (;;) {
    const { done, value } = going.next()
    if (done) return { action: value, simulations: search.visits }
  }
})
console.log(JSON.stringify(found))
