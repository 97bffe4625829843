interface Listed<Act> {
  readonly action: Act
  /** The reason for a refusal; undefined for an allowed action. */
  readonly because: string | undefined
}

export interface MenuRow<Act> extends Listed<Act> {
  readonly labels: readonly string[]
}

/**
 * Rows of a menu: actions refused for one reason share a row, which shows the reason once; every other action has a row
 * to itself.
 */
export function menuRows<Act extends { readonly label: string }>(
  listed: readonly Listed<Act>[],
): readonly MenuRow<Act>[] {
  const rows: MenuRow<Act>[] = []
  for (const { action, because } of listed) {
    const same = because === undefined ? -1 : rows.findIndex((row) => row.because === because)
    const row = rows[same]
    if (row === undefined) rows.push({ action, because, labels: [action.label] })
    else rows[same] = { ...row, labels: [...row.labels, action.label] }
  }
  return rows
}
