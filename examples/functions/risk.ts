interface Basket {
  readonly items: readonly { readonly sku: string }[]
}

/** The share of items that are bought more than once in one basket: resellers look like that. */
export function checkFraud({ items }: Basket) {
  const different = new Set(items.map(({ sku }) => sku)).size
  const score = items.length === 0 ? 0 : Math.round((1 - different / items.length) * 100)
  return { fraud_score: score, suspicious: score > 80 }
}
