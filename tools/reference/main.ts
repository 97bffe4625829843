import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { clientTypes, clientTypesFile } from '../openapi/client-types.ts'
import { workflowSchema, workflowSchemaFile } from '../schema/workflow-schema-file.ts'
import { securityPage } from '../security/security-page.ts'
import { securityTests } from '../security/shown-by.ts'
import { referenceFolder, referencePages } from './pages.ts'

const root = join(import.meta.dirname, '..', '..')

await mkdir(referenceFolder, { recursive: true })
for (const [file, text] of Object.entries(referencePages())) await writeFile(join(referenceFolder, file), text)
await mkdir(join(root, 'sdk', 'client', 'generated'), { recursive: true })
await writeFile(clientTypesFile, clientTypes())
await mkdir(dirname(workflowSchemaFile), { recursive: true })
await writeFile(workflowSchemaFile, workflowSchema())
await writeFile(join(root, 'docs', 'security.md'), securityPage(await securityTests(root)))
