"""Nothing outside a game's folder and its folder in web/ names the game."""

from __future__ import annotations

import re
from pathlib import Path

import alcove

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("src", "scripts", "deploy", ".ci", "web/src", "web/public")
MADE = {"node_modules", "static", "drawings", "__pycache__"}
PICTURES = {".png", ".woff2", ".ico", ".npz"}
SHARED = {"main", "options", "setting_flags", "__init__"}
COMMANDS = {
    "admin", "analyse", "arena", "backup", "bench", "data", "games", "lab", "play", "print", "puzzles", "replay",
    "serve", "settings", "train", "verify", "worker",
}  # fmt: skip


def own_folders(name: str) -> list[Path]:
    return [ROOT / "src" / "alcove" / "games" / name, ROOT / "web" / "src" / "games" / name]


def sources() -> list[Path]:
    """All that is built, shipped and run, whatever it is written in. Tests, examples and documentation name games."""
    found = [ROOT / "pyproject.toml", ROOT / "Makefile", *(ROOT / "web").glob("[!.]*"), *ROOT.glob("*.lock")]
    for folder in FOLDERS:
        found += (ROOT / folder).rglob("*")
    return [path for path in found if path.is_file() and _is_source(path)]


def _is_source(path: Path) -> bool:
    made = MADE & {*path.relative_to(ROOT).parts} or any(part.endswith(".egg-info") for part in path.parts)
    return not made and path.suffix not in PICTURES and path != ROOT / "web" / "README.md"


def test_the_sources_outside_a_game_s_folders_do_not_name_it() -> None:
    texts = {path: path.read_text("utf-8") for path in sources()}
    folded = {path: text.casefold() for path, text in texts.items()}
    assert len(texts) > 100
    kinds = {path.suffix for path in texts}
    assert kinds >= {".py", ".svelte", ".md", ".svg", ".yaml", ".conf", ".json", ".toml", ""}
    for name in alcove.games():
        game = alcove.game(name)
        words = {name, game.title.en, game.title.de, game.clause_prefix}
        named = re.compile("|".join(rf"{re.escape(word)}(?![a-z])" for word in sorted(words)), re.IGNORECASE)
        for path, text in texts.items():
            if not any(folder in path.parents for folder in own_folders(name)):
                if any(word.casefold() in folded[path] for word in words):  # that is found out much sooner
                    found = named.search(text)
                    assert found is None, f"{path.relative_to(ROOT)} names {name}: {found}"
                assert named.search(path.stem) is None, path


def test_the_command_line_holds_commands_only() -> None:
    assert {path.stem for path in (ROOT / "src" / "alcove" / "cli").glob("*.py")} == COMMANDS | SHARED


def test_rules_need_no_casts() -> None:
    """Only a word is made a number, as `np.int64(word & …)`."""
    cast = re.compile(r"(?<![\w.])int64\(|np\.int(8|16|32)\(")
    for name in alcove.games():
        for path in own_folders(name)[0].glob("*.py"):
            assert cast.search(path.read_text("utf-8")) is None, path
