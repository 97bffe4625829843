import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clientTypes, clientTypesFile } from '../openapi/client-types.ts'
import { securityPage } from '../security/security-page.ts'
import { securityTests } from '../security/shown-by.ts'
import { referenceFolder, referencePages } from './pages.ts'

const root = join(import.meta.dirname, '..', '..')

await mkdir(referenceFolder, { recursive: true })
for (const [file, text] of Object.entries(referencePages())) await writeFile(join(referenceFolder, file), text)
await mkdir(join(root, 'sdk', 'client', 'generated'), { recursive: true })
await writeFile(clientTypesFile, clientTypes())
await writeFile(join(root, 'docs', 'security.md'), securityPage(await securityTests(root)))
