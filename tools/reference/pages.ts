import { join } from 'node:path'
import { definitionPage } from './definition-page.ts'
import { errorsPage } from './errors-page.ts'
import { lifecyclePage } from './lifecycle-page.ts'
import { page } from './markdown.ts'
import { routesPage } from './routes-page.ts'
import { stepTypesPage } from './step-types-page.ts'

export const referenceFolder = join(import.meta.dirname, '..', '..', 'docs', 'reference')

/** The reference, file by file. */
export function referencePages(): Readonly<Record<string, string>> {
  const contents = [
    '- [Keys of a definition](definition.md): workflow, steps, retries, routes, tasks, requests',
    '- [Step types](step-types.md): what each does, with its keys and an example',
    '- [Statuses, phases and what may follow](lifecycle.md)',
    '- [Errors and refusals](errors.md)',
    '- [Routes](routes.md): every route of the REST API',
  ]
  return {
    'README.md': page('Reference', contents.join('\n')),
    'definition.md': definitionPage(),
    'step-types.md': stepTypesPage(),
    'lifecycle.md': lifecyclePage(),
    'errors.md': errorsPage(),
    'routes.md': routesPage(),
  }
}
