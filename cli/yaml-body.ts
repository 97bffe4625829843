/** The body of a request that sends a workflow, unchanged. */
export const yamlBody = (body: string) => ({ body, headers: { 'content-type': 'application/yaml' } })
