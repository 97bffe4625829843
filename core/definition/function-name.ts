/** `calculateRisk` is known to definitions as `calculate_risk`, and the file `loan-offers` as `loan_offers`. */
export function snakeCase(name: string): string {
  return name
    .replaceAll('-', '_')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
}

/** Two spellings of one function, `loans.calculateRisk` and `loans.calculate_risk`, have the same key. */
export function functionKey(name: string): string {
  return name.split('.').map(snakeCase).join('.')
}

/** May a file or a folder be a part of the names of functions? A dot within it would read as another part. */
export function isModulePart(name: string): boolean {
  return /^[A-Za-z_][\w-]*$/.test(name)
}
