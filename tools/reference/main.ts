import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { referenceFolder, referencePages } from './pages.ts'

await mkdir(referenceFolder, { recursive: true })
for (const [file, text] of Object.entries(referencePages())) await writeFile(join(referenceFolder, file), text)
