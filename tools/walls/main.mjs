// `npm run walls`: writes the walls as rules of the linter.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { overrides } from './rules.mjs'

const lines = overrides().map((override) => JSON.stringify(override))
writeFileSync(join(import.meta.dirname, 'walls.json'), `{"overrides":[\n${lines.join(',\n')}\n]}\n`)
