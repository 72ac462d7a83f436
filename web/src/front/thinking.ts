// How long a bot thinks for a move: as usual, which is at once, or as many seconds as its name says.
export const TIMES = [2, 5, 10]; // that are offered, as far as the server lets a bot think

export const levelOf = (bot: string) => bot.split(":")[0]!;
export const secondsOf = (bot: string) => Number(/:seconds=([\d.]+)$/.exec(bot)?.[1] ?? 0);
export const thinking = (level: string, seconds: number) => (seconds ? `${level}:seconds=${seconds}` : level);
