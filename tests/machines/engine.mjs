// Runs searches with the page's own code: node engine.mjs search.mjs jobs.json. `search.mjs` is web/src/engine/search.ts
// in one file; a job is a module, its description, and searches. Prints what each came to.
import { readFileSync } from "node:fs"
import { pathToFileURL } from "node:url"

const [bundle, jobs] = process.argv.slice(2)
const { Search } = await import(pathToFileURL(bundle).href)
const bytes = (text) => Uint8Array.from(Buffer.from(text, "base64"))

const all = []
for (const job of JSON.parse(readFileSync(jobs, "utf-8"))) {
  const module = new WebAssembly.Module(readFileSync(job.module))
  const facts = JSON.parse(readFileSync(`${job.module}.json`, "utf-8"))
  const search = new Search(module, facts, job.seats, job.room)
  for (const { simulations, state, lore, ...start } of job.searches) {
    const whole = { ...start, seats: job.seats, state: bytes(state), data: { lore: bytes(lore) } }
    search.begin(whole)
    if (job.left) {
      search.run(simulations / 2)
      const kept = search.keep()
      search.begin({ ...whole, seed: start.seed + 1 })
      search.run(simulations)
      search.begin(whole, kept)
    }
    search.run(simulations)
    all.push(search.found(1000, 3))
  }
}
console.log(JSON.stringify(all))
