import type { OpenedConnection } from './opened-connection.ts'

/** The connections to example servers, which exist in local mode alone. Their addresses and passwords are known to the engine. */
export const exampleConnections = [
  {
    name: 'example_mail',
    kind: 'smtp',
    settings: { from: 'Heddle <heddle@example.com>' },
    secrets: {},
    isExample: true,
  },
  { name: 'example_database', kind: 'postgresql', settings: {}, secrets: {}, isExample: true },
  { name: 'example_model', kind: 'openai_compatible', settings: {}, secrets: {}, isExample: true },
] as const satisfies readonly OpenedConnection[]

export type ExampleName = (typeof exampleConnections)[number]['name']

/** The connections of local mode: those of the environment, and the examples whose names are free. */
export function withExamples(environment: readonly OpenedConnection[]): readonly OpenedConnection[] {
  const free = exampleConnections.filter((example) => !environment.some(({ name }) => name === example.name))
  return [...environment, ...free]
}
