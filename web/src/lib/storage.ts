/** What the browser keeps between visits. Storage can be forbidden; the page still works, it only forgets. */

export function remembered(key: string): string | null {
  try {
    return localStorage.getItem(`alcove.${key}`);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(`alcove.${key}`, value);
  } catch {
    // see above
  }
}
