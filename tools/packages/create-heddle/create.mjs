#!/usr/bin/env node
// `npm create heddle FOLDER`: copies the template into a new folder.
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

const [given = 'my-workflows'] = process.argv.slice(2)
const folder = resolve(given)
if (existsSync(folder) && readdirSync(folder).length > 0) {
  process.stderr.write(`${folder} is not empty. Name a new folder: npm create heddle FOLDER\n`)
  process.exit(1)
}
cpSync(join(import.meta.dirname, 'template'), folder, { recursive: true })
// npm packs neither of these names as they are.
renameSync(join(folder, 'gitignore'), join(folder, '.gitignore'))
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'))
const manifest = JSON.parse(readFileSync(join(folder, 'project.json'), 'utf8'))
manifest.name = basename(folder)
  .toLowerCase()
  .replaceAll(/[^a-z\d-]+/g, '-')
manifest.devDependencies.heddle = `^${version}`
writeFileSync(join(folder, 'project.json'), `${JSON.stringify(manifest, null, 2)}\n`)
renameSync(join(folder, 'project.json'), join(folder, 'package.json'))
process.stdout.write(`Made ${folder}. Next:\n  cd ${given}\n  npm install\n  npm test\n`)
