import { join } from 'node:path'
import { openApiDocument } from '#server/api/rest/openapi/document.ts'
import { typesPage } from './types-page.ts'

/** The generated file of types that the client of the API is built on. */
export const clientTypesFile = join(import.meta.dirname, '..', '..', 'sdk', 'client', 'generated', 'api-types.ts')

export const clientTypes = () => typesPage(openApiDocument(''))
