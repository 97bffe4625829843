/** An expression for a path from a root: `steps.A.output` and `a`, `[0]`. */
export function pathFrom(root: string, path: readonly string[]): string {
  return path.reduce((at, key) => {
    if (/^\[\d+\]$/.test(key)) return `${at}${key}`
    return /^[A-Za-z_]\w*$/.test(key) ? `${at}.${key}` : `${at}[${JSON.stringify(key)}]`
  }, root)
}
