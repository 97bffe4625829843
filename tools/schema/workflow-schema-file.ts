import { join } from 'node:path'
import { definitionJsonSchema } from '#core/definition/catalogue/json-schema-document.ts'

/** The generated JSON Schema of workflow files, served at `/schema/workflow.json` and part of the package. */
export const workflowSchemaFile = join(import.meta.dirname, '..', '..', 'public', 'schema', 'workflow.json')

export const workflowSchema = () => `${JSON.stringify(definitionJsonSchema())}\n`
