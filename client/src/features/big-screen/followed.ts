/** The wallets that this browser's user follows, as it saved them: a JSON list. */
export function followedFrom(text: string | null): readonly string[] {
  try {
    const saved: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(saved) ? saved.filter((one) => typeof one === 'string') : [];
  } catch (error) {
    console.warn('What this browser saved cannot be read:', error);
    return [];
  }
}
