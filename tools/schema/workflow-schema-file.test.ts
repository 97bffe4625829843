import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { workflowSchema, workflowSchemaFile } from './workflow-schema-file.ts'

it('the schema of workflow files is current: if this fails, run "npm run docs"', async () => {
  expect(await readFile(workflowSchemaFile, 'utf8')).toBe(workflowSchema())
})

it('the schema of workflow files is a file of the package', () => {
  expect(fileURLToPath(import.meta.resolve('heddle/schema/workflow.json'))).toBe(workflowSchemaFile)
})
