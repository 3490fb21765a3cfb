# SPDX-License-Identifier: MIT
# Two commands: make demo, make test. Each installs what is missing (Debian packages of scripts/packages.txt) first.
.PHONY: all demo test quality torture install clean

all:
	@scripts/build release

demo:
	@scripts/install_packages
	@scripts/build release
	@scripts/demo

test:
	@scripts/install_packages
	@scripts/test

quality:
	@scripts/install_packages
	@scripts/build release
	@scripts/quality

torture:
	@scripts/install_packages
	@scripts/build release
	@scripts/torture

install:
	@scripts/build release
	@cmake --install build/release --prefix $(or $(PREFIX),/usr/local)

clean:
	rm -rf build out
