/** Status, code and field of a refusal. */
export async function errorOf(response: Response): Promise<readonly [number, string, string | undefined]> {
  const { error } = (await response.json()) as { error: { code: string; field?: string } }
  return [response.status, error.code, error.field]
}
