// Looks into a match with the page's own code: node review.mjs review.mjs search.mjs job.json. The first two are
// web/src/engine/review.ts and search.ts, each in one file. Prints what each question came to.
import { readFileSync } from "node:fs"
import { pathToFileURL } from "node:url"

const [reviewFile, searchFile, jobFile] = process.argv.slice(2)
const { looking } = await import(pathToFileURL(reviewFile).href)
const { Search } = await import(pathToFileURL(searchFile).href)
const bytes = (text) => Uint8Array.from(Buffer.from(text, "base64"))

const job = JSON.parse(readFileSync(jobFile, "utf-8"))
const module = new WebAssembly.Module(readFileSync(job.module))
const facts = JSON.parse(readFileSync(`${job.module}.json`, "utf-8"))
const search = new Search(module, facts, job.seats, job.room, job.sizes)
const data = { lore: bytes(job.lore) }
for (const [name, part] of Object.entries(job.net ?? {})) data[name] = bytes(part)
const found = job.questions.map((question) => {
  const going = looking(search, { ...question, state: bytes(question.state) }, job.simulations, data, job.cutoff)
  for (;;) {
    const { done, value } = going.next()
    if (done) return value
  }
})
console.log(JSON.stringify(found))
