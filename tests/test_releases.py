"""What is released, and by whom: the script, the workflows and the checks before a commit fit the tree."""

import re
import zipfile
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def load_script() -> ModuleType:
    loader = SourceFileLoader("release_script", str(ROOT / "scripts" / "release"))
    spec = spec_from_loader("release_script", loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def write_tree(place: Path, version: str, heading: str) -> None:
    (place / "pyproject.toml").write_text(f'[project]\nname = "parlour"\nversion = "{version}"\n')
    (place / "CHANGELOG.md").write_text(f"# Changelog\n\n## {heading}\n")


@pytest.mark.parametrize(
    ("heading", "tag", "trouble"),
    [
        ("1.2.3 (2031-01-02)", "v1.2.3", ""),
        ("1.2.3 (unreleased)", None, ""),
        ("1.2.3 (unreleased)", "v1.2.3", "still calls 1.2.3 unreleased"),
        ("1.2.3 (2031-01-02)", "v1.2.4", "expected v1.2.3"),
        ("1.2.30 (2031-01-02)", "v1.2.3", "does not tell of 1.2.3"),
    ],
)
def test_a_version_is_released_under_its_own_tag_and_with_its_changes(
    heading: str, tag: str | None, trouble: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = load_script()
    monkeypatch.setattr(script, "ROOT", tmp_path)
    write_tree(tmp_path, "1.2.3", heading)
    if not trouble:
        assert script.check_version(tag) == "1.2.3"
        return
    with pytest.raises(script.NotReleasable, match=re.escape(trouble)):
        script.check_version(tag)


@pytest.mark.parametrize("there", [True, False])
def test_a_release_brings_the_documentation_along(there: bool, tmp_path: Path) -> None:
    script = load_script()
    wheel = tmp_path / "parlour-1.2.3-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as packed:
        packed.writestr("parlour/manual/index.html" if there else "parlour/__init__.py", "")
    if there:
        script.check_manual(wheel)
        return
    with pytest.raises(script.NotReleasable, match="expected scripts/docs to be run before"):
        script.check_manual(wheel)


def test_this_tree_can_be_tried_as_a_release() -> None:
    load_script().check_version(None)


def test_an_environment_with_node_is_not_called_empty(tmp_path: Path) -> None:
    script = load_script()
    assert script.bare(tmp_path, tmp_path)["PATH"] == str(tmp_path)
    node = tmp_path / "node"
    node.write_text("#!/bin/sh\n")
    node.chmod(0o755)
    with pytest.raises(script.NotReleasable, match="it has node"):
        script.bare(tmp_path, tmp_path)


@pytest.mark.parametrize("path", [*WORKFLOWS, ROOT / ".pre-commit-config.yaml"], ids=lambda path: path.name)
def test_whatever_they_name_is_there(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    named = set(re.findall(r"(?<![\w/.])(?:\.ci|scripts|tests)/\w+", text))
    assert named
    for name in named:
        assert (ROOT / name).exists(), f"{path.name} names {name}"


def test_the_checks_before_a_commit_are_those_of_the_script() -> None:
    asked = re.findall(r"entry: scripts/check (\w+)", (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    default = re.search(r'"\$\{@:-([\w ]+)\}"', (ROOT / "scripts" / "check").read_text(encoding="utf-8"))
    assert default is not None
    assert asked == default[1].split()


def test_what_is_built_goes_into_the_sdist_as_into_the_wheel() -> None:
    """Or a wheel that is made of the sdist would need Node."""
    import tomllib

    targets = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]["targets"]
    assert targets["sdist"]["artifacts"] == targets["wheel"]["artifacts"]
