// `npm run packages`: the packages that programs install, as archives of npm in dist/. `npm publish` publishes one archive at a time.
import { join, relative } from 'node:path'
import { root } from '#server/processes/prepare.mjs'
import { buildPackages } from './build-packages.ts'

for (const [name, archive] of buildPackages(join(root, 'dist'))) {
  process.stdout.write(`${name}: ${relative(root, archive)}\n`)
}
