/**
 * The environment of step functions: that of the process without Heddle's own settings, secrets and database address.
 * A function reads a secret by `context.secret(name)`, under the rules of the operator.
 */
const withheld = /^(HEDDLE_.*|DATABASE_URL|PG.*|NODE_CHANNEL_.*)$/i

export function functionEnvironment(variables: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) =>
      value === undefined || withheld.test(name) ? [] : [[name, value]],
    ),
  ) as NodeJS.ProcessEnv
}
