// Runs jobs in WebAssembly: node run.mjs jobs.json. A job is a module, memory to begin with, and calls (function, frame,
// lanes); the memory after them is written to a file. Prints for each job the calls that did not answer 0.
import { readFileSync, writeFileSync } from "node:fs"

const PAGE = 65536
const modules = new Map()

function compiled(path) {
  if (!modules.has(path)) modules.set(path, new WebAssembly.Module(readFileSync(path)))
  return modules.get(path)
}

const failed = []
for (const job of JSON.parse(readFileSync(process.argv[2], "utf-8"))) {
  const { exports } = new WebAssembly.Instance(compiled(job.module), {})
  const image = readFileSync(job.image)
  const missing = job.base + image.length - exports.memory.buffer.byteLength
  if (missing > 0) exports.memory.grow(Math.ceil(missing / PAGE))
  new Uint8Array(exports.memory.buffer).set(image, job.base)
  const bad = []
  for (const [name, frame, lanes] of job.calls)
    for (let lane = 0; lane < lanes; lane++) {
      const status = exports[name](frame, lane)
      if (status !== 0) bad.push([name, lane, status])
    }
  failed.push(bad)
  writeFileSync(job.out, new Uint8Array(exports.memory.buffer, job.base, image.length))
}
console.log(JSON.stringify(failed))
