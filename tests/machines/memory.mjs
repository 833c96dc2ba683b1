// How much memory an analysis takes: node memory.mjs search.mjs memory.mjs jobs.json. The first two are files of
// web/src/engine, each in one file; a job is a module, how many play, and the sizes of the net that judges. Prints the bytes
// of all engines together, for 1, 2 and 4 of them.
import { readFileSync } from "node:fs"
import { pathToFileURL } from "node:url"

const [bundle, bounds, jobs] = process.argv.slice(2)
const { Search } = await import(pathToFileURL(bundle).href)
const { roomFor, keptBy } = await import(pathToFileURL(bounds).href)

const all = JSON.parse(readFileSync(jobs, "utf-8")).map(({ module, seats, sizes }) => {
  const code = new WebAssembly.Module(readFileSync(module))
  const facts = JSON.parse(readFileSync(`${module}.json`, "utf-8"))
  return [1, 2, 4].map((engines) => {
    const { bytes } = new Search(code, facts, seats, roomFor(engines, seats), sizes)
    return engines * (bytes + keptBy(engines))
  })
})
console.log(JSON.stringify(all))
